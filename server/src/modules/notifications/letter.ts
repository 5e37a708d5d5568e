import type { Language } from '#contract/options.ts'

/** The parts of a mail, from which both text and HTML are made, so that they always agree. */
export type Part =
  | string
  | { link: string; label: string }
  | { code: string }
  /** Quoted text. */
  | { quote: string }
  | { list: readonly string[] }

export type Letter = {
  language: Language
  subject: string
  parts: readonly Part[]
  signature: readonly string[]
  /** The link to unsubscribe. */
  stop: { link: string; label: string } | null
}

export function asText({ parts, signature, stop }: Letter): string {
  const body = parts.map((part) => {
    if (typeof part === 'string') return part
    if ('link' in part) return part.label === part.link ? part.link : `${part.label}:\n${part.link}`
    if ('code' in part) return `    ${part.code}`
    if ('quote' in part) return part.quote.replace(/\r\n?/g, '\n').replace(/^/gm, '> ')
    return part.list.map((item) => `- ${item}`).join('\n')
  })
  const foot = stop ? [`${stop.label}:\n${stop.link}`] : []
  return `${[...body, signature.join('\n'), ...foot].join('\n\n')}\n`
}

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign)
const withBreaks = (text: string) => escaped(text).replace(/\n/g, '<br>')

const face = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const row = (content: string, top = 16) =>
  `<tr><td style="padding:${top}px 0 0;${face};font-size:16px;line-height:24px;color:#1d2733">${content}</td></tr>`

/**
 * Tables with styles on each cell, which all mail clients, even old ones, show alike. Nothing is loaded from a server, so that no
 * image reveals that the mail was read.
 */
export function asHtml({ language, subject, parts, signature, stop }: Letter): string {
  const body = parts.map((part) => {
    if (typeof part === 'string') return row(withBreaks(part))
    if ('link' in part) return row(part.label === part.link ? plainLink(part.link) : button(part))
    if ('code' in part) {
      return row(
        `<span style="display:inline-block;padding:12px 20px;background:#eef3f6;border-radius:6px;font:700 24px/32px monospace;letter-spacing:3px">${escaped(part.code)}</span>`,
      )
    }
    if ('quote' in part) {
      return row(
        `<div style="padding-left:12px;border-left:3px solid #9aa7b1;white-space:pre-line">${escaped(part.quote)}</div>`,
      )
    }
    const items = part.list.map((item) => `<li style="padding:2px 0">${escaped(item)}</li>`).join('')
    return row(`<ul style="margin:0;padding-left:22px">${items}</ul>`, 8)
  })
  const small = 'font-size:14px;line-height:21px;color:#55636f'
  const foot = stop
    ? `<br><br><a href="${escaped(stop.link)}" style="color:#55636f">${escaped(stop.label)}</a>`
    : ''
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:0;background:#f3f6f8">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f3f6f8"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;background:#ffffff;border-radius:8px"><tr><td align="left" style="padding:12px 28px 28px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
${body.join('\n')}
<tr><td style="padding:28px 0 0;${face};${small}">${signature.map(escaped).join('<br>')}${foot}</td></tr>
</table>
</td></tr></table>
</td></tr></table>
</body></html>
`
}

const plainLink = (link: string) => `<a href="${escaped(link)}" style="color:#0b6b75">${escaped(link)}</a>`

/** The cell has the background and the link the padding, so that it looks like a button even if a client drops styles of links. */
const button = ({ link, label }: { link: string; label: string }) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td style="background:#0b6b75;border-radius:6px"><a href="${escaped(link)}" style="display:inline-block;padding:11px 20px;${face};font-size:16px;line-height:22px;font-weight:600;color:#ffffff;text-decoration:none">${escaped(label)}</a></td></tr></table>`
