import type { HexLayout } from "../src/wire/types";

/** Five by five hexes with a flat top, even files shifted down: as the server lays them out. */
export const layout: HexLayout = {
  size: 40,
  width: 468,
  height: 509,
  flat: true,
  origin: [44, 29.36],
  first_step: [60, 0],
  second_step: [0, 69.28],
  shift: [0, 34.64],
  shifted: "even",
  corners: [
    [-20, -34.64],
    [20, -34.64],
    [40, 0],
    [20, 34.64],
    [-20, 34.64],
    [-40, 0],
  ],
  first: [1, 5],
  second: [1, 5],
  north: 0,
  metres: 1000,
  separator: "",
};
