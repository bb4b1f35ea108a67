// What the next click does: the seat, the kind of meld, its source (or which tile a chow claimed), where a tile goes.

export const view = { seat: 0, mode: "tile", source: 1, claimed: 1, target: "hand" };
