/** Texts of the specification, word for word including its spelling. Each is defined here once. */
export const messages = {
  login: {
    pending: 'Logging in...',
    success: 'Login successful',
    failure: 'Login failed. Please try again.',
    unknownRole: 'Unknown role. Access denied.',
    adminOnly: 'Unauthorized Access, Log in asan Admin!...',
  },
  signUp: {
    success: 'Signup successful!',
    failure: 'Signup failed!',
    thrown: 'An error occurred. Please try again later.',
    passwordsDiffer: 'Passwords do not match!',
    termsMissing: 'You must agree to the terms!',
  },
  otp: {
    verified: 'OTP verified successfully!',
    failure: 'OTP verification failed. Please try again.',
    resent: 'OTP resent successfully!',
    resendFailure: 'Failed to resend OTP.',
    emailMissing: 'Email not found. Please register again.',
    resendPrompt: "Didn't receive the OTP?",
  },
  profile: {
    loadFailure: 'Failed to load profile data.',
  },
  technicians: {
    invited: 'Technician invited successfully!',
    inviteFailure: 'Failed to invite technician',
    fieldsMissing: 'Please fill in all fields',
    confirmDelete: 'Are you sure you want to delete this staff member?',
    passwordSet: 'Password Set successfully! Please Login',
    passwordFailure: 'Fail to set password. Please try again.',
  },
  lists: {
    dashboardFailure: 'Failed to fetch dashboard data',
    techniciansFailure: 'Failed to fetch technicians',
    patientsFailure: 'Failed to fetch patients',
    appointmentsFailure: 'Failed to fetch appointments',
    noStaff: 'No staff found.',
    noPatients: 'No patients found',
    noAppointments: 'No appointments found.',
  },
  loading: {
    any: 'Loading...',
    appointment: 'Loading appointment details...',
    authorization: 'Checking authorization...',
  },
  booking: {
    success: 'Appointment booked successfully!',
    failure: 'Failed to book appointment. Please try again.',
    loadFailure: 'Failed to load appointment details.',
    updated: 'Appointment updated successfully!',
    updateFailure: 'Failed to update appointment.',
    deleted: 'Appointment deleted successfully.',
    deleteFailure: 'Failed to delete appointment.',
    confirmDelete: 'Are you sure you want to delete this appointment?',
  },
  calendar: {
    conflict: 'This slot is already booked.',
    failure: 'Booking failed.',
    success: 'Appointment booked!',
    bookedTitle: 'Booked',
    tooManyHeld:
      'Three appointment times are already on hold from your internet connection. Without logging in you cannot hold more. Log in to hold another one, or give one up.',
    lastPlaces:
      'Few appointment times are left on this day. Log in to book one of them, or choose another day.',
  },
  contact: {
    sending: 'Sending...',
    send: 'Send Message',
    hint: 'We usually respond within 1–2 business days.',
    thanks: "Thanks for reaching out! We'll get back to you shortly.",
    unexpected: 'Unexpected response format',
  },
  outcomeUnknown:
    'The connection to the laboratory’s records was lost, and we do not know yet whether this was done. Check whether it was done before you try again.',
  notFound: "Opps! We can't seem to find the page you looking for",
} as const
