/** Paper forms for hours without power or network. */
export { addForms } from './keep-forms.ts'
export { downtimeRoutes } from './routes.ts'
