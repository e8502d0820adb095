import { download } from "../common/download";
import { logText } from "./log";
import type { MatchStore } from "./store.svelte";

/** The whole log as a text file, with the player's own notes. */
export async function saveLog(store: MatchStore): Promise<void> {
  await store.loadWholeLog();
  const text = logText(store.log, store.notes.all);
  download(`${store.welcome?.match.game ?? "match"}.log.txt`, new Blob([text], { type: "text/plain" }));
}
