export function landingMarkup(): string {
  return '<h1>Phial</h1>'
}
