/** Les mots de la vue Apprendre. */
export const learnFr = {
  "learn.title": "Apprendre",
} as const;
