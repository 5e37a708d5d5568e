import type { Role } from '#contract/options.ts'

export type DemoSignIn = { role: Role; name: string; email: string; password: string }

/** The accounts of a demonstration, which its log-in page shows. They exist only in demonstrations. */
export const demoSignIns: readonly DemoSignIn[] = [
  { role: 'user', name: 'Ama Serwaa Mensah', email: 'patient@example.com', password: 'come-and-see-26' },
  { role: 'technician', name: 'Kojo Antwi', email: 'technician@example.com', password: 'come-and-see-26' },
  { role: 'admin', name: 'Esi Quansah', email: 'manager@example.com', password: 'come-and-see-26' },
  { role: 'clinician', name: 'Dr Yaa Amoako', email: 'clinician@example.com', password: 'come-and-see-26' },
]
