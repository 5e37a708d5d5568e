/** The size of each part for reliable figures. */
export const inEarnest = {
  bookings: { clients: [1, 16, 64], seconds: 4, warmUp: 6, rounds: 3, people: 20_000 },
  reads: { clients: [1, 16, 64], seconds: 4, rounds: 3, samples: 10_000 },
  availability: { seconds: 4, most: 1_000_000 },
  logIns: { clients: [1, 4, 128], beside: [0, 1, 4, 128], seconds: 5, people: 20_000 },
  enumeration: { n: 120, warmUp: 5 },
  technicians: { samples: 100_000, n: 200, reports: 21 },
  manager: { sizes: [10_000, 100_000, 1_000_000], days: 365, seconds: 1, answers: 200, atOnce: 8 },
  queue: { waiting: 200, desks: [1, 8, 32], subscribers: 2_000, changes: 20, restMs: 2_000 },
  messages: { heap: 3_000, lone: 20, seconds: 30 },
  waits: { rounds: 21, scenarios: 5 },
  firstPage: { rounds: 3 },
  chunks: { screens: /./ },
  upgrade: { visits: 1_000_000 },
  instruments: { samples: 10_000, people: 20_000, links: 8, perSecond: 200, seconds: 60, clients: 2 },
  day: { visits: 5_000, warmUp: 40, atOnce: 8 },
  export: { visits: 10_000, seconds: 300 },
  fhir: { clients: [1, 16, 64], seconds: 4, rounds: 3, people: 20_000, visits: 10_000 },
  mixedCalls: { bookings: 100_000, people: 60_000, samples: 10_000, share: 2, minutes: 60, every: 5 },
}

/** The smallest sizes that run every part, to check that the bench works. */
export const quick: typeof inEarnest = {
  bookings: { clients: [4], seconds: 0.2, warmUp: 0.1, rounds: 1, people: 40 },
  reads: { clients: [4], seconds: 0.1, rounds: 1, samples: 1_600 },
  availability: { seconds: 0.1, most: 2_000 },
  logIns: { clients: [1, 4], beside: [0, 16], seconds: 0.1, people: 40 },
  enumeration: { n: 2, warmUp: 1 },
  technicians: { samples: 1_600, n: 2, reports: 2 },
  // With fewer than a few dozen visits a day nearly all would be walk-ins.
  manager: { sizes: [1_000], days: 20, seconds: 0.01, answers: 1, atOnce: 2 },
  queue: { waiting: 12, desks: [2], subscribers: 4, changes: 1, restMs: 100 },
  messages: { heap: 20, lone: 1, seconds: 0.2 },
  waits: { rounds: 1, scenarios: 1 },
  firstPage: { rounds: 1 },
  // The public screens, one with a stream, and one of each role.
  chunks: { screens: /^\/(|login|board|patient-dashboard|technician-dashboard|manager-dashboard)$/ },
  upgrade: { visits: 1_000 },
  instruments: { samples: 1_600, people: 1_000, links: 2, perSecond: 100, seconds: 0.5, clients: 1 },
  day: { visits: 8, warmUp: 2, atOnce: 4 },
  export: { visits: 2_000, seconds: 0.1 },
  fhir: { clients: [4], seconds: 0.1, rounds: 1, people: 40, visits: 2_000 },
  mixedCalls: { bookings: 10, people: 1_000, samples: 1_600, share: 0.1, minutes: 0.001, every: 0.001 },
}
