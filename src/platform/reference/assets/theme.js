// Runs before the first paint, so that the page never flashes in the other theme.
document.documentElement.classList.add('scripted');
try {
  if (localStorage.theme) document.documentElement.dataset.theme = localStorage.theme;
} catch {
  // A browser without storage follows the system.
}
