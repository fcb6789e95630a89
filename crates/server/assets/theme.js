// Sets the chosen theme before the first paint. Without a choice, the system's theme applies.
try {
  const theme = localStorage.getItem("quadrille.theme");
  if (theme === '"light"' || theme === '"dark"') document.documentElement.dataset.theme = JSON.parse(theme);
} catch {
  // Storage is switched off; the system's theme applies.
}
