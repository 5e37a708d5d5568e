import { existsSync, readFileSync } from 'node:fs'

/**
 * The `Link` header of a screen's document, by its path: the scripts that the build lists for the screen (`route-files.json`). Null
 * for a path without scripts of its own.
 */
export function linksOfScreens(listing: string): (path: string) => string | null {
  if (!existsSync(listing)) return () => null
  const files: Record<string, readonly string[]> = JSON.parse(readFileSync(listing, 'utf8'))
  const screens = Object.entries(files).map(([pattern, names]) => ({
    segments: pattern.split('/'),
    link: names.map(linkTo).join(', '),
  }))
  // A named segment takes precedence over a parameter.
  screens.sort((a, b) => wildcards(a.segments) - wildcards(b.segments))
  return (path) => {
    const asked = path.replace(/\/$/, '').split('/')
    return screens.find(({ segments }) => fits(segments, asked))?.link ?? null
  }
}

const linkTo = (name: string) => `</${name}>; rel=modulepreload; crossorigin`

const wildcards = (segments: readonly string[]) =>
  segments.filter((segment) => segment.startsWith('$')).length

const fits = (segments: readonly string[], asked: readonly string[]) =>
  segments.length === asked.length &&
  segments.every((segment, index) => segment.startsWith('$') || segment === asked[index])
