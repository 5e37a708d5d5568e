/** As much of the package, which brings no types, as the papers use. */
declare module 'fontkit' {
  export type GlyphRun = { readonly positions: readonly object[] }
  export type Font = {
    readonly postscriptName: string
    hasGlyphForCodePoint(codePoint: number): boolean
    layout(text: string, ...how: unknown[]): GlyphRun
  }
  export function create(file: Uint8Array): Font
}
