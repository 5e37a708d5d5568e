import { setupI18n } from '@lingui/core'

/**
 * The language of this document. It never changes while the document is open: another language is another document. So texts may
 * stand anywhere in a module, also outside of functions. The build replaces the macros `t` and `Trans` with calls of this.
 */
export const i18n = setupI18n({ locale: 'en', messages: { en: {} } })

// English stands in the source, so that its readers load no catalogue. What has values in it is compiled by the build.
i18n.setMessagesCompiler((text) => [text])
