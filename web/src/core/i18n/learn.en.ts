/** The words of Learn. */
export const learnEn = {
  "learn.title": "Learn",
} as const;
