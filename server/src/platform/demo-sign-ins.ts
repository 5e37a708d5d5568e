import type { Role } from '#contract/options.ts'

export type DemoSignIn = { role: Role; name: string; email: string; password: string }

/** The ways into a demonstration, known to everybody who opens its log-in page. They exist in no other laboratory. */
export const demoSignIns: readonly DemoSignIn[] = [
  { role: 'user', name: 'Ama Serwaa Mensah', email: 'patient@example.com', password: 'come-and-see-26' },
  { role: 'technician', name: 'Kojo Antwi', email: 'technician@example.com', password: 'come-and-see-26' },
  { role: 'admin', name: 'Esi Quansah', email: 'manager@example.com', password: 'come-and-see-26' },
]
