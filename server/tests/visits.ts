/** A request that books; tests change what they are about. */
export const bookingBody = {
  patientDetails: {
    fullName: 'Ama Mensah',
    age: 34,
    gender: 'female',
    contact: '+233 24 123 4567',
    email: 'ama@example.com',
  },
  testType: ['Full Blood Count', 'Blood Sugar'],
  scheduledDate: '2026-03-10',
  scheduleTime: '09:00',
} as const
