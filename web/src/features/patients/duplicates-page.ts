/** How many pairs one page shows: apart from the screen, whose loader is part of every first visit. */
export const duplicatesPage = 10
