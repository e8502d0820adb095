import type { ChangesMessage, StateMessage, UnitView, View } from "./types";

/** The next state, from the last one and what changed; null where they do not fit together. */
export function nextState(last: StateMessage, told: ChangesMessage): StateMessage | null {
  if (last.stamp !== told.base) return null;
  const { re, stamp, clock, new_faces, log, seats, pace } = told;
  const faces = patched(last.faces, told.faces, told.gone.units);
  const view: View = {
    ...last.view,
    ...told.view,
    units: nextUnits(last.view.units as UnitView[], told),
    stacks: patched(last.view.stacks, told.stacks, told.gone.stacks),
    facts: patched(last.view.facts, told.facts, told.gone.facts),
  };
  const state: StateMessage = {
    ...last,
    ...(told.fields as Partial<StateMessage>),
    ...{ re, stamp, clock, new_faces, log, seats, pace, view, faces },
  };
  return checkOf(state) === told.check ? state : null;
}

function patched<T>(last: Record<string, T>, changed: Record<string, T>, gone: readonly string[]): Record<string, T> {
  const next = { ...last, ...changed };
  for (const name of gone) delete next[name];
  return next;
}

function nextUnits(last: UnitView[], told: ChangesMessage): UnitView[] {
  const gone = new Set(told.gone.units);
  const changed = new Map((told.units as UnitView[]).map((unit) => [unit.id, unit]));
  const next = last.filter((unit) => !gone.has(unit.id)).map((unit) => changed.get(unit.id) ?? unit);
  for (const [place, unit] of told.come as [number, UnitView][]) next.splice(place, 0, unit);
  return next;
}

/** By this the server's state and the one put together here are compared. */
export function checkOf({ view, faces }: Pick<StateMessage, "view" | "faces">): number {
  const units = view.units as UnitView[];
  const stacks = encoder.encode(JSON.stringify(view.stacks));
  const all = new DataView(new ArrayBuffer(4 * units.length + stacks.length));
  for (const [at, unit] of units.entries())
    all.setUint32(4 * at, crc32(encoder.encode(JSON.stringify(unit) + faces[unit.id])), true);
  const bytes = new Uint8Array(all.buffer);
  bytes.set(stacks, 4 * units.length);
  return crc32(bytes);
}

const encoder = new TextEncoder();

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let left = byte;
  for (let bit = 0; bit < 8; bit++) left = left & 1 ? (left >>> 1) ^ 0xedb88320 : left >>> 1;
  return left;
});

export function crc32(bytes: Uint8Array): number {
  let left = 0xffffffff;
  for (const byte of bytes) left = (left >>> 8) ^ TABLE[(left ^ byte) & 255]!;
  return (left ^ 0xffffffff) >>> 0;
}
