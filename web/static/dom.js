// Small helpers that build elements; texts never pass through HTML.

export const $ = (id) => document.getElementById(id);

export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "class") node.className = value;
    else if (value !== false && value != null) node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child != null));
  return node;
}

export const english = (text) => el("small", { lang: "en" }, text);

// A message {zh, en}: Chinese first, English beside it.
export const both = (text) => [text.zh, " ", english(text.en)];

export const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");

export const tone = (n) => (n > 0 ? "up" : n < 0 ? "down" : "");
