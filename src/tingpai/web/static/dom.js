// What is shown, in one call an element: Preact changes the page only where it differs from what stood there.

import { h as element, render } from "./preact/preact.js";
import { tileName } from "./words.js";

/** An element with `properties` (`key`, `label` and `pressed` under these short names) and `children`. */
export function h(name, { key, label, pressed, ...properties } = {}, ...children) {
  if (key !== undefined) Object.assign(properties, { key, "data-key": key });
  if (label !== undefined) properties["aria-label"] = label;
  if (pressed !== undefined) properties["aria-pressed"] = String(pressed);
  return element(name, properties, children);
}

/** What an element of the page holds. */
export const fill = (id, ...children) => render(children, document.getElementById(id));

/** Pictures, and not parts of one drawing: that would be copied into the page for every tile. */
const face = (tile) => h("img", { src: `/static/tiles/${tile}.png`, alt: "", draggable: false });

/** A tile to look at; `note` stands below it. */
export function tile(kind, { note = null, className = "" } = {}) {
  const name = tileName(kind);
  const drawn = h("span", { class: `tile ${className}`, role: "img", label: name, title: name }, face(kind));
  return note === null ? drawn : h("span", { class: "noted" }, drawn, h("small", {}, String(note)));
}

/** A tile to click. */
export function tileButton(kind, onclick, properties = {}, ...children) {
  const { class: more = "", ...others } = properties;
  const name = tileName(kind);
  return h(
    "button",
    { type: "button", class: `tile ${more}`, label: name, title: name, onclick, ...others },
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
