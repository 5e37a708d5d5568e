/** "01 261120 00012 7": the site, the day, the number, the check digit. */
export function spaced(accession: string): string {
  return accession.replace(/^(\d\d)(\d{6})(\d{5})(\d)$/, '$1 $2 $3 $4')
}
