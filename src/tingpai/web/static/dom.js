// Elements in one call, and tiles.

import { tileName } from "./words.js";

/** An element with `properties` (`class`, `key`, `label` and `pressed` under these short names) and `children`. */
export function h(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === "class") element.className = value;
    else if (key === "key") element.dataset.key = value;
    else if (key === "pressed") element.ariaPressed = String(value);
    else if (key === "label") element.ariaLabel = value;
    else element[key] = value;
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Replace what an element holds; the focus stays on the control with the same key. */
export function fill(id, ...children) {
  const element = document.getElementById(id);
  const key = element.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  element.replaceChildren(
    ...children.flat().filter((child) => child !== null && child !== undefined && child !== false),
  );
  if (key) element.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
}

/** Pictures, and not parts of one drawing: that would be copied into the page for every tile. */
const face = (tile) => h("img", { src: `/static/tiles/${tile}.svg`, alt: "", draggable: false });

/** A tile to look at; `note` stands below it. */
export function tile(kind, { note = null, className = "" } = {}) {
  const drawn = h("span", { class: `tile ${className}`, title: tileName(kind) }, face(kind));
  drawn.role = "img";
  drawn.ariaLabel = tileName(kind);
  return note === null ? drawn : h("span", { class: "noted" }, drawn, h("small", {}, String(note)));
}

/** A tile to click. */
export function tileButton(kind, onclick, properties = {}, ...children) {
  const { class: more = "", ...others } = properties;
  return h(
    "button",
    { type: "button", class: `tile ${more}`, label: tileName(kind), title: tileName(kind), onclick, ...others },
    face(kind),
    children,
  );
}

/** Buttons of which one (or several) is pressed. `items` are [value, text]. */
export function choices(name, items, isPressed, choose) {
  const buttons = items.map(([value, text]) =>
    h(
      "button",
      { type: "button", key: `${name}-${value}`, pressed: isPressed(value), onclick: () => choose(value) },
      text,
    ),
  );
  return h("div", { class: "choices" }, buttons);
}
