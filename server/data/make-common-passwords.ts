import { writeFileSync } from 'node:fs'

/**
 * Makes common-passwords.txt: `node server/data/make-common-passwords.ts`.
 *
 * Leaked lists come under no clear licence, so this one is made from what every study of them finds people to do: a
 * favourite word, name, team or place, a year or a few digits behind it, a walk over the keyboard, a run of digits, a
 * date. Only what has 8 characters is kept, since shorter passwords are refused anyway.
 */

const words = `
password passw0rd p@ssword p@ssw0rd pass passwort motdepasse secret letmein welcome admin administrator root user guest
test testing login master changeme default access money dollar freedom whatever nothing trustno1 hello goodbye
iloveyou loveyou lovely lover love mylove babygirl babyboy baby sweetheart sweety honey angel princess prince queen king
sunshine moonlight rainbow flower butterfly summer winter spring autumn monday tuesday wednesday thursday friday saturday
sunday january february march april june july august september october november december
qwerty qwertz azerty asdf asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qweasd qwertyuiop qwert abcd abcdef abcdefg abc aaa
dragon monkey tiger lion eagle shadow panther wolf falcon phoenix dolphin turtle rabbit bunny kitten kitty puppy doggy
chicken horse buffalo snoopy mickey minnie donald garfield pikachu pokemon naruto batman superman spiderman ironman
starwars matrix gandalf hobbit merlin wizard ninja samurai pirate viking hunter ranger soldier warrior killer destroyer
football soccer baseball basketball hockey tennis golf rugby cricket boxing running liverpool arsenal chelsea manchester
manunited barcelona realmadrid juventus bayern ronaldo messi neymar drogba essien blackstars hearts kotoko
michael michelle jordan jennifer jessica ashley amanda daniel david robert thomas charles charlie george william richard
joseph joshua matthew andrew anthony christopher nicholas nicole samantha elizabeth victoria alexander alexandra benjamin
samuel emmanuel isaac abraham moses solomon gideon ebenezer prosper patience mercy grace faith blessing precious comfort
joyce florence gladys esther deborah rebecca rachel sarah abigail hannah vivian beatrice cynthia linda sandra barbara
kwame kwabena kwaku kwasi kofi kojo yaw ama akosua abena akua yaa afia adwoa efua esi nana mensah owusu boateng asante
appiah agyei amoah ofori osei addo danso antwi sarpong acheampong
jesus jesuschrist christ godisgood godislove god heaven church bible amen blessed hallelujah allah bismillah muhammad
islam ramadan ghana accra kumasi tamale takoradi capecoast tema legon nigeria lagos abuja africa london paris newyork
america canada germany france england
computer internet google facebook instagram whatsapp twitter youtube android iphone samsung nokia huawei windows laptop
hospital doctor nurse medical medicine health laboratory lab clinic patient technician manager pharmacy blood
office company business school student teacher university college engineer driver family mother father brother sister
daughter friend friends forever happy happiness lucky smile peace music guitar piano dancer singer chocolate cookie
banana orange apple cherry strawberry pepper ginger jollof fufu waakye kenkey coffee pizza cheese
purple yellow silver golden diamond crystal mustang ferrari porsche mercedes toyota corvette harley yamaha
`
  .trim()
  .split(/\s+/)

/** These are given a year, since they change: a password that must be new every month, a season, a team. */
const dated = `
password passw0rd p@ssword p@ssw0rd pass welcome admin changeme letmein qwerty summer winter spring autumn january february
march april june july august september october november december monday friday ghana accra kumasi tema nigeria lagos
africa london football soccer liverpool arsenal chelsea manchester barcelona realmadrid jesus christ blessed iloveyou
hospital doctor nurse lab laboratory medical company office school student love baby angel princess
`
  .trim()
  .split(/\s+/)

const years = Array.from({ length: 2029 - 1980 + 1 }, (_, index) => String(1980 + index))
const endings = [
  ...['', '1', '2', '3', '7', '11', '12', '13', '21', '22', '23', '69', '99', '00', '01', '007', '100'],
  ...['111', '123', '321', '666', '777', '999', '1234', '4321', '12345', '123456', '12345678'],
  ...['!', '@', '1!', '123!', '@1', '@12', '@123', '@1234', '#1', '#123'],
]

const rows = [
  '1234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
  'abcdefghijklmnopqrstuvwxyz',
]
const columns = '1qaz 2wsx 3edc 4rfv 5tgb 6yhn 7ujm 8ik, 9ol. 0p;/ qaz wsx edc rfv tgb yhn ujm'.split(' ')
const reversed = (text: string) => [...text].reverse().join('')

function* walks(): Generator<string> {
  for (const row of [...rows, ...rows.map(reversed)]) {
    for (let from = 0; from + 4 <= row.length; from++) {
      for (let to = from + 4; to <= row.length; to++) {
        const run = row.slice(from, to)
        yield run
        yield run + run
        yield run + reversed(run)
        for (const ending of ['1', '123', '!']) yield run + ending
      }
    }
  }
  for (const one of columns) {
    for (const other of columns) {
      yield one + other
      for (const third of columns.slice(0, 4)) yield one + other + third
    }
  }
}

function* digits(): Generator<string> {
  for (let digit = 0; digit < 10; digit++)
    for (let count = 8; count <= 12; count++) yield String(digit).repeat(count)
  for (let pair = 0; pair < 100; pair++) {
    const two = String(pair).padStart(2, '0')
    yield two.repeat(4)
    yield two.repeat(5)
  }
  for (const part of [
    '123',
    '321',
    '147',
    '159',
    '258',
    '369',
    '456',
    '789',
    '101',
    '121',
    '112233',
    '1122',
    '1212',
  ]) {
    yield part.repeat(3).slice(0, 9)
    yield part.repeat(4).slice(0, 8)
  }
  for (const year of years) yield year + year
  // Birthdays, day and month first: the years of those who have an account.
  for (let year = 1960; year <= 2012; year += 1) {
    for (const day of ['0101', '0102', '1010', '1111', '1212', '2512', '3112', '0603', '0107'])
      yield day + year
  }
}

const passwords = new Set<string>()
for (const word of dated) for (const year of years) passwords.add(word + year)
for (const word of words) {
  for (const ending of endings) passwords.add(word + ending)
  passwords.add(word + word)
  passwords.add(`my${word}`)
  passwords.add(`the${word}`)
}
for (const walk of walks()) passwords.add(walk)
for (const run of digits()) passwords.add(run)

const list = [...passwords].filter((password) => password.length >= 8 && password.length <= 24).sort()
writeFileSync(
  new URL('common-passwords.txt', import.meta.url),
  `# Passwords that are tried first, in small letters. Made by make-common-passwords.ts; change it there.\n${list.join('\n')}\n`,
)
