/** The look of the way back above a screen's title: an arrow of 18 px, and where it leads. */
export const backLinkClass: string = 'tap gap-2 -mt-3 font-550 no-underline hover:underline print:hidden'
