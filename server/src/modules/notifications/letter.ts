/** A mail before it is text or HTML: both are made from the same parts, so that they never say different things. */
export type Part =
  | string
  | { link: string; label: string }
  | { code: string }
  /** Somebody else's words, set apart from ours. */
  | { quote: string }
  | { list: readonly string[] }

export type Letter = { subject: string; parts: readonly Part[]; signature: readonly string[] }

export function asText({ parts, signature }: Letter): string {
  const body = parts.map((part) => {
    if (typeof part === 'string') return part
    if ('link' in part) return `${part.label}:\n${part.link}`
    if ('code' in part) return `    ${part.code}`
    if ('quote' in part) return part.quote.replace(/\r\n?/g, '\n').replace(/^/gm, '> ')
    return part.list.map((item) => `- ${item}`).join('\n')
  })
  return `${[...body, signature.join('\n')].join('\n\n')}\n`
}

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign)

/** Plain enough for every reader of mail, and without anything that is loaded from elsewhere. */
export function asHtml({ subject, parts, signature }: Letter): string {
  const body = parts.map((part) => {
    if (typeof part === 'string') return `<p>${escaped(part)}</p>`
    if ('link' in part) return `<p><a href="${escaped(part.link)}">${escaped(part.label)}</a></p>`
    if ('code' in part) {
      return `<p style="font:700 24px/1.4 monospace;letter-spacing:2px">${escaped(part.code)}</p>`
    }
    if ('quote' in part) {
      return `<blockquote style="margin:0;padding-left:12px;border-left:3px solid #999;white-space:pre-line">${escaped(part.quote)}</blockquote>`
    }
    return `<ul>${part.list.map((item) => `<li>${escaped(item)}</li>`).join('')}</ul>`
  })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>
<body style="font:16px/1.5 sans-serif;max-width:560px;margin:24px auto;padding:0 16px">
${body.join('\n')}
<p style="color:#555">${signature.map(escaped).join('<br>')}</p>
</body></html>
`
}
