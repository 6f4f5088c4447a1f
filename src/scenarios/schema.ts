import type { JsonObject } from '../machinery/json'
import {
  anyObject,
  anything,
  integer,
  list,
  mapShape,
  record,
  recursive,
  type ScenarioShape,
  tagged,
  text,
  yesOrNo,
} from './shape'

const SEND = text('Method and path with its query, such as `GET /api/v1/pods?limit=5`.', {
  pattern: ['^(GET|POST|PUT|PATCH|DELETE) /', 'a method and a path, such as "GET /api/v1/pods"'],
})
const DURATION = text('A duration, such as `90s`, `10m` or `1h30m`.', {
  pattern: ['^([0-9]+(ms|s|m|h))+$', 'a duration, such as 10m'],
})
const PERSON = text('A person of `people`, or `admin`.')
const PAGE = text('A page of the interface, such as `/access/why?who=user:alice`.', {
  pattern: ['^/', 'a path of the interface'],
})
const STATUS = integer('The status code of the answer.', 100, 599)

const SCRIPT = list(
  'Requests in their order, and waits on the cluster’s clock.',
  tagged('A request or a wait.', {
    send: record(
      'A request.',
      { send: SEND },
      {
        as: PERSON,
        token: text('A bearer token to present instead of who one is: `${name}` of a value that was kept.'),
        body: anything('The body: an object, or a text that is sent as it is.'),
        patch: text('How a PATCH changes the object.', { oneOf: ['apply', 'merge', 'json', 'strategic'] }),
        status: STATUS,
        keep: mapShape('Names for values of the answer.', text('Path of the value.')),
      },
    ),
    advance: record('A wait.', { advance: DURATION }),
  }),
)

const FIELD_TEST = record(
  'What a field of the answer must be.',
  { path: text('Path of the field: `status.phase`, `items[0].metadata.name`, `items[*].metadata.name`.') },
  {
    is: anything('The value is this one.'),
    not: anything('The value is not this one.'),
    in: list('The value is one of these.', anything('A value.')),
    exists: yesOrNo('The field is there, or is not.'),
    matches: text('The text matches this pattern (RE2 syntax).', { longest: 1000 }),
    contains: anything('The list has this item, or the text this part.'),
    count: integer('The list has so many items.', 0, 100_000),
    atLeast: anything('The number is at least this one.'),
    atMost: anything('The number is at most this one.'),
  },
)

const PATTERN = record(
  'What a request of the past was.',
  {},
  {
    who: text('Name of a person, `admin`, or `group:NAME`.'),
    verb: text('Verb, such as `create`.'),
    version: text('Group and version: `v1`, `apps/v1`.'),
    resource: text('Resource, with its subresource: `pods/exec`.'),
    namespace: text('Namespace.'),
    name: text('Name of the object.'),
    status: STATUS,
    refused: yesOrNo('The answer was an error, or was none.'),
    refusedBy: text('Stage, plugin or webhook that refused it.'),
    changedBy: text('Admission plugin that changed its object.'),
    forced: yesOrNo('An apply with `force=true`.'),
    dryRun: yesOrNo('A dry run.'),
    manager: text('Its `fieldManager`.'),
    query: text('A part of its query.'),
  },
)

const RECORDED = record(
  'What an event of the audit log is.',
  {},
  {
    who: text('Name of a person, `admin`, or `group:NAME`.'),
    verb: text('Verb, such as `create`.'),
    resource: text('Resource, with its subresource: `pods/exec`.'),
    namespace: text('Namespace.'),
    name: text('Name of the object.'),
    level: text('Level of the policy.', { oneOf: ['Metadata', 'Request', 'RequestResponse'] }),
    status: STATUS,
  },
)

const CHECKS = list(
  'Checks that must all hold.',
  recursive(
    (inner: ScenarioShape) =>
      tagged('A check.', {
        ask: record(
          'Asks the cluster as it is now.',
          { ask: SEND },
          {
            as: PERSON,
            body: anything('The body of a review or a dry run.'),
            status: STATUS,
            reason: text('The reason of the Status.'),
            message: text('A part of the message of the Status.'),
            where: list('What fields of the answer must be.', FIELD_TEST),
          },
        ),
        happened: record(
          'Such a request was made since the start.',
          { happened: PATTERN },
          { atLeast: integer('How often at least.', 1, 1000) },
        ),
        never: record('No such request was made since the start.', { never: PATTERN }),
        recorded: record(
          'Such an event is in the audit log since the start.',
          { recorded: RECORDED },
          {
            where: list('What fields of the event must be.', FIELD_TEST),
            not: yesOrNo('No such event may be there.'),
          },
        ),
        owns: record(
          'Who manages a field.',
          {
            owns: text('Path of the object in the API.'),
            field: text('Path of the field.'),
            manager: text('Manager.'),
          },
          { operation: text('How.', { oneOf: ['Apply', 'Update'] }), not: yesOrNo('The manager must not own it.') },
        ),
        passed: record('So much time has passed since the start.', { passed: DURATION }),
        any: record('One of these holds.', { any: list('Checks.', inner) }),
      }),
    2,
  ),
)

const MARKDOWN = text('Markdown.')
const STEP = record(
  'A step of a lesson.',
  { title: text('What the step is about.', { longest: 120 }), text: MARKDOWN, check: CHECKS, solution: SCRIPT },
  {
    page: PAGE,
    lasts: yesOrNo('False where a later step changes what this one made.'),
    hints: list('Help, in the order in which it is given.', record('A hint.', { text: MARKDOWN }, { when: CHECKS })),
    wrong: list(
      'What learners often try instead.',
      record('A wrong turn.', { text: MARKDOWN, when: CHECKS, play: SCRIPT }),
    ),
  },
)

/** The scenario format; its JSON schema is published with the site. */
export const SCENARIO_SHAPE: ScenarioShape = record(
  'A scenario: a state of a cluster, and for a lesson the steps through it.',
  {
    format: integer('Version of the format.', 1, 1),
    title: text('Title.', { longest: 120 }),
    summary: text('What happens, in one or two sentences.', { longest: 500 }),
  },
  {
    course: text('The course that the lesson belongs to.'),
    minutes: integer('How long the lesson takes, in minutes.', 1, 60),
    requires: list('Lessons to do before, by their names.', text('A lesson.')),
    idea: text('What the lesson teaches, in a sentence.'),
    release: text('The release of the cluster.', { pattern: ['^1\\.[0-9]+$', 'a release, such as 1.25'] }),
    flags: list('Flags of the server.', text('A flag.', { pattern: ['^--', 'a flag, such as --release=1.25'] })),
    nodes: integer('How many simulated nodes.', 0, 1000),
    people: mapShape(
      'Who acts, by name.',
      record('A person.', {}, { groups: list('Groups.', text('A group.')), about: text('Who this is.') }),
    ),
    deletes: list(
      'Objects that every cluster starts with and this one does not have, by their paths. They are deleted first.',
      text('Path of an object: `/apis/rbac.authorization.orch.io/v1/clusterroles/view`.', {
        pattern: ['^/apis?/.+/.+', 'the path of an object, such as /api/v1/nodes/node-1'],
      }),
    ),
    objects: list('Objects that are there at the start.', anyObject('An object of the API.')),
    requests: SCRIPT,
    page: PAGE,
    note: text('Markdown that is shown beside the page.', { longest: 5000 }),
    clock: record(
      'How the clock of the cluster stands.',
      {},
      { ahead: DURATION, held: yesOrNo('The clock stands still.') },
    ),
    webhooks: list(
      'Admission webhooks that the tab plays. Their code is shown before it is opened and runs in a sandbox, if the person agrees.',
      record(
        'A webhook.',
        {
          id: text('Its name.', { longest: 100 }),
          url: text('Its address, as a registration names it: `https://NAME.NAMESPACE.svc/`.', {
            pattern: ['^https://', 'an address that begins with https://'],
          }),
          code: text('TypeScript or JavaScript whose default export takes the review and returns the response.', {
            longest: 262_144,
          }),
        },
        {
          title: text('What it is called.', { longest: 200 }),
          latencyMs: integer('Added to every answer, in milliseconds.', 0, 60_000),
          failurePercent: integer('How many of a hundred calls get no answer.', 0, 100),
        },
      ),
      50,
    ),
    steps: list('The steps of a lesson.', STEP, 30),
  },
)

/** The JSON schema of scenario files, for editors. */
export const scenarioSchema = (): JsonObject => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Scenario',
  ...SCENARIO_SHAPE.schema,
})
