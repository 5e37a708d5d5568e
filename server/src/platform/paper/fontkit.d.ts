/** Types of the parts of the package that the papers use; the package has none. */
declare module 'fontkit' {
  export type GlyphRun = { readonly positions: readonly object[] }
  export type Font = {
    readonly postscriptName: string
    hasGlyphForCodePoint(codePoint: number): boolean
    layout(text: string, ...how: unknown[]): GlyphRun
  }
  export function create(file: Uint8Array): Font
}
