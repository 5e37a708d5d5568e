/** The paper of reports. */
export const reportPages = { a4: 'A4', letter: 'Letter' } as const
export type ReportPage = keyof typeof reportPages
