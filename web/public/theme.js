// Runs before anything is drawn, so that a chosen theme does not flash.
try {
  const theme = localStorage.getItem("bridgehead.theme");
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // As the system has it.
}
