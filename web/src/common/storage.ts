/** What the browser remembers: settings, links it was given, and where one left off. */
const PREFIX = "bridgehead.";

export function readStorage<T>(name: string, fallback: T): T {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

export function writeStorage(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** Keys of matches this browser was invited to. */
export function invitations(): string[] {
  return readStorage<string[]>("invited", []);
}

export function addInvitation(key: string): void {
  const keys = invitations();
  if (!keys.includes(key)) writeStorage("invited", [key, ...keys].slice(0, 100));
}

export function removeInvitation(key: string): void {
  writeStorage(
    "invited",
    invitations().filter((other) => other !== key),
  );
}
