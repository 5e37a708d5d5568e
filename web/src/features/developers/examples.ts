/** The commands of the page for developers. They run in their order in one shell: a test takes them from the page. */

const header = '-H "Authorization: Bearer $KEY"'
const test = 'Full Blood Count'

export const setUp = (lab: string, key: string | null) => `export LAB=${lab}\nexport KEY=${key ?? 'phk_…'}`

export type Example = { title: string; about: string; code: string }

export const examples: readonly Example[] = [
  {
    title: 'What the key may do',
    about: 'Any key may ask this.',
    code: `curl -sf ${header} "$LAB/api/api-key"`,
  },
  {
    title: 'Tests that can be booked',
    about: 'A public call needs no key.',
    code: 'curl -sf "$LAB/api/catalogue/tests"',
  },
  {
    title: 'Free times',
    about: 'Scope visits:book. The site and the first free start are kept for the next call.',
    code: `curl -sf ${header} -G "$LAB/api/availability" --data-urlencode "tests=${test}" -o times.json
SITE=$(grep -o '"id":"[^"]*"' times.json | head -n 1 | cut -d '"' -f 4)
START=$(grep -o '"at":"[^"]*"' times.json | head -n 1 | cut -d '"' -f 4)
echo "$START"`,
  },
  {
    title: 'Book a visit',
    about:
      'Scope visits:book. Sent again with the same Idempotency-Key, it books once and gets the same answer. 409: the time was taken meanwhile; alternatives has free starts nearby.',
    code: `curl -sf ${header} -H "Content-Type: application/json" -H "Idempotency-Key: first-$START" "$LAB/api/labtest/book" -o visit.json -d '{
  "patientDetails": {"fullName": "Adwoa Boateng", "age": 41, "gender": "female", "contact": "+233 24 555 0101"},
  "testType": ["${test}"],
  "siteId": "'"$SITE"'",
  "scheduledDate": "'"$START"'"
}'
VISIT=$(grep -o '"id":"[^"]*"' visit.json | head -n 1 | cut -d '"' -f 4)
cat visit.json`,
  },
  {
    title: 'Read visits',
    about: 'Scope visits:read. A list has a nextCursor, which is sent as cursor for the next page.',
    code: `curl -sf ${header} "$LAB/api/labtest/appointment/$VISIT"
curl -sf ${header} "$LAB/api/Labtask/appointments-tasks?status=booked&order=soonest&limit=3"`,
  },
  {
    title: 'Cancel it',
    about: 'Scope visits:book. The reason is kept with the appointment.',
    code: `curl -sf -X DELETE ${header} -H "Content-Type: application/json" "$LAB/api/labtest/appointment/$VISIT/cancel" -d '{"reason": "Only a trial"}'`,
  },
  {
    title: 'A refusal',
    about: 'Each wrong field is named by its path.',
    code: `curl -s ${header} -H "Content-Type: application/json" "$LAB/api/labtest/book" -d '{"testType": []}'`,
  },
]

export const fhirCommand = 'curl -sf "$LAB/fhir/R4/metadata"'

export const verification = `import { verifyWebhook } from 'phial-client'

const event = await verifyWebhook(request.headers, body, process.env.SECRET)`
