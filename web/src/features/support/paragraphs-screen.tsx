import { Screen } from '../../screen/screen.tsx'

/** A page of short paragraphs, such as the terms, each under its title. */
export function ParagraphsScreen({
  title,
  about,
  paragraphs,
}: {
  title: string
  about: string
  paragraphs: readonly (readonly [title: string, text: string])[]
}) {
  return (
    <Screen measure="text" title={title} about={about}>
      {paragraphs.map(([heading, text]) => (
        <section key={heading} className="mt-8">
          <h2 className="mb-1 text-l">{heading}</h2>
          <p className="max-w-[62ch] text-ink-soft">{text}</p>
        </section>
      ))}
    </Screen>
  )
}
