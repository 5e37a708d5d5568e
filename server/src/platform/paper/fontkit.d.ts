/** As much of the package, which brings no types, as the reports use. */
declare module 'fontkit' {
  export type Font = { readonly postscriptName: string; hasGlyphForCodePoint(codePoint: number): boolean }
  export function create(file: Uint8Array): Font
}
