/** The commands of the page for developers. They run in their order in one shell: a test takes them from the page. */

const header = '-H "Authorization: Bearer $KEY"'
const test = 'Full Blood Count'

type Given = { key: string; fhir: { clientId: string; secret: string } }

export const setUp = (lab: string, given: Given | undefined) => `export LAB=${lab}
export KEY=${given?.key ?? 'phk_…'}
export CLIENT=${given?.fhir.clientId ?? '…'}
export SECRET=${given?.fhir.secret ?? '…'}`

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

const token = '-H "Authorization: Bearer $TOKEN"'

export const fhirExamples: readonly Example[] = [
  {
    title: 'What the server can do',
    about: 'The CapabilityStatement needs no token.',
    code: 'curl -sf "$LAB/fhir/R4/metadata"',
  },
  {
    title: 'A token',
    about: 'It is valid for five minutes. Without scope, it has all scopes of the client.',
    code: `curl -sf -u "$CLIENT:$SECRET" "$LAB/fhir/auth/token" -d grant_type=client_credentials -o token.json
TOKEN=$(grep -o '"access_token":"[^"]*"' token.json | cut -d '"' -f 4)`,
  },
  {
    title: 'Values within limits',
    about: 'Haemoglobin below 11 g/dL by its LOINC code, the latest first.',
    code: `curl -sf ${token} -G "$LAB/fhir/R4/Observation" -d code=718-7 -d "value-quantity=lt11||g/dL" -d _sort=-date -d _count=3`,
  },
  {
    title: 'The latest report with its values',
    about:
      '_include follows its references to the values, _include:iterate those of a blood count to its members.',
    code: `curl -sf ${token} -G "$LAB/fhir/R4/DiagnosticReport" -d _sort=-issued -d _count=1 \\
  -d _include=DiagnosticReport:result -d _include:iterate=Observation:has-member`,
  },
  {
    title: 'A new patient',
    about: 'Created once for its identifier in your system, however often this is sent.',
    code: `curl -sf ${token} -H "Content-Type: application/fhir+json" "$LAB/fhir/R4/Patient" -d '{
  "resourceType": "Patient",
  "identifier": [{"system": "https://clinic.example/ids", "value": "'"$CLIENT"'"}],
  "name": [{"text": "Abena Owusu"}],
  "gender": "female",
  "birthDate": "1990-05-04",
  "telecom": [{"system": "phone", "value": "+233 24 555 0102"}]
}'`,
  },
]

export const verification = `import { verifyWebhook } from 'phial-client'

const event = await verifyWebhook(request.headers, body, process.env.SECRET)`
