import { Link } from '@tanstack/react-router'
import { ArrowLeftIcon } from '../../ui/icons.tsx'
import css from './catalogue.module.css'

export function BackToCatalogue() {
  return (
    <Link to="/manager-dashboard/catalogue" className={css.back}>
      <ArrowLeftIcon size={18} />
      All tests
    </Link>
  )
}
