import { Area } from './-area.tsx'
import '../ui/style/all.css'

/** The area of managers and technicians, with the look of their screens. */
export const StaffArea = Area
