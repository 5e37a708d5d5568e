import css from './back-link.module.css'

/** The look of the way back above a screen's title: an arrow of 18 px, and where it leads. */
export const backLinkClass: string = css.back ?? ''
