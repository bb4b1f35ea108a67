// The options of a rule set.

import { fill, h } from "./dom.js";
import { CHOICES, pick, say } from "./words.js";

export function render(state, ruleSet, change) {
  fill(
    "options",
    !ruleSet.options.length && h("p", { class: "quiet" }, say("no options")),
    ruleSet.options.map((option) => {
      const value = option.name in state.options ? state.options[option.name] : option.default;
      const set = (chosen) =>
        change(() => {
          if (chosen === option.default) delete state.options[option.name];
          else state.options[option.name] = chosen;
        });
      return h(
        "label",
        { class: option.kind === "flag" ? "check" : "field" },
        control(option, value, set),
        h("span", {}, pick([option.zh, option.en])),
      );
    }),
  );
}

function control(option, value, set) {
  const key = `option-${option.name}`;
  if (option.kind === "flag")
    return h("input", { type: "checkbox", key, checked: value === true, onchange: () => set(value !== true) });
  if (option.kind === "choice") {
    const items = option.choices.map((choice, place) =>
      h("option", { value: String(place), selected: choice === value }, choiceText(choice)),
    );
    return h("select", { key, onchange: (event) => set(option.choices[Number(event.target.value)]) }, items);
  }
  return h("input", {
    type: "number",
    key,
    min: option.least,
    max: option.most,
    value: value ?? "",
    placeholder: option.nullable ? say("unlimited") : "",
    onchange: (event) => set(event.target.value === "" ? option.default : Number(event.target.value)),
  });
}

const choiceText = (choice) => pick(CHOICES[choice] ?? [choice, choice]);
