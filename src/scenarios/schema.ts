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
        token: text('A bearer token to use instead of the person’s identity; `${name}` stands for a kept value.'),
        body: anything('The body: an object, or a text that is sent unchanged.'),
        patch: text('How a PATCH changes the object.', { oneOf: ['apply', 'merge', 'json', 'strategic'] }),
        status: STATUS,
        keep: mapShape('Names for values of the answer.', text('Path of the value.')),
      },
    ),
    advance: record('A wait.', { advance: DURATION }),
  }),
)

const FIELD_TEST = record(
  'A test of a field of the answer.',
  { path: text('Path of the field: `status.phase`, `items[0].metadata.name`, `items[*].metadata.name`.') },
  {
    is: anything('The value equals this one.'),
    not: anything('The value differs from this one.'),
    in: list('The value is one of these.', anything('A value.')),
    exists: yesOrNo('Whether the field exists.'),
    matches: text('The text matches this pattern (RE2 syntax).', { longest: 1000 }),
    contains: anything('The list contains this item, or the text contains this part.'),
    count: integer('Number of items in the list.', 0, 100_000),
    atLeast: anything('The number is at least this one.'),
    atMost: anything('The number is at most this one.'),
  },
)

const PATTERN = record(
  'A pattern for past requests.',
  {},
  {
    who: text('Name of a person, `admin`, or `group:NAME`.'),
    verb: text('Verb, such as `create`.'),
    version: text('Group and version: `v1`, `apps/v1`.'),
    resource: text('Resource, with its subresource: `pods/exec`.'),
    namespace: text('Namespace.'),
    name: text('Name of the object.'),
    status: STATUS,
    refused: yesOrNo('Whether the answer was an error.'),
    refusedBy: text('Stage, plugin or webhook that refused it.'),
    changedBy: text('Admission plugin that changed its object.'),
    forced: yesOrNo('An apply with `force=true`.'),
    dryRun: yesOrNo('A dry run.'),
    manager: text('Its `fieldManager`.'),
    query: text('A part of its query.'),
  },
)

const RECORDED = record(
  'A pattern for events of the audit log.',
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
          'Tests the current state of the cluster.',
          { ask: SEND },
          {
            as: PERSON,
            body: anything('The body of a review or a dry run.'),
            status: STATUS,
            reason: text('The reason of the Status.'),
            message: text('A part of the message of the Status.'),
            where: list('Tests of fields of the answer.', FIELD_TEST),
          },
        ),
        happened: record(
          'A matching request was made since the start.',
          { happened: PATTERN },
          { atLeast: integer('Minimum number of matches.', 1, 1000) },
        ),
        never: record('No matching request was made since the start.', { never: PATTERN }),
        recorded: record(
          'The audit log has a matching event since the start.',
          { recorded: RECORDED },
          {
            where: list('Tests of fields of the event.', FIELD_TEST),
            not: yesOrNo('There must be no matching event.'),
          },
        ),
        owns: record(
          'Tests who manages a field.',
          {
            owns: text('Path of the object in the API.'),
            field: text('Path of the field.'),
            manager: text('Manager.'),
          },
          {
            operation: text('Operation by which the manager owns the field.', { oneOf: ['Apply', 'Update'] }),
            not: yesOrNo('The manager must not own it.'),
          },
        ),
        passed: record('This much time has passed since the start.', { passed: DURATION }),
        any: record('At least one of these holds.', { any: list('Checks.', inner) }),
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
    controls: list(
      'Controls of the step’s page, which “Show me” points at first.',
      record(
        'A control.',
        {
          role: text('What it is.', { oneOf: ['button', 'link', 'tab', 'switch', 'field'] }),
          name: text('Its label, as written on the page.', { longest: 120 }),
          text: text('What to do with it, in a sentence.', { longest: 300 }),
        },
        {},
      ),
      5,
    ),
    lasts: yesOrNo('False if a later step changes the result of this step.'),
    hints: list('Help, in the order in which it is given.', record('A hint.', { text: MARKDOWN }, { when: CHECKS })),
    wrong: list(
      'Common mistakes of learners.',
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
    minutes: integer('Duration of the lesson in minutes.', 1, 60),
    requires: list('Lessons to do before, by their names.', text('A lesson.')),
    idea: text('What the lesson teaches, in a sentence.'),
    release: text('The release of the cluster.', { pattern: ['^1\\.[0-9]+$', 'a release, such as 1.25'] }),
    flags: list('Flags of the server.', text('A flag.', { pattern: ['^--', 'a flag, such as --release=1.25'] })),
    nodes: integer('Number of simulated nodes.', 0, 1000),
    people: mapShape(
      'People, by name.',
      record('A person.', {}, { groups: list('Groups.', text('A group.')), about: text('Who this is.') }),
    ),
    deletes: list(
      'Paths of objects that every cluster starts with and that are deleted first.',
      text('Path of an object: `/apis/rbac.authorization.orch.io/v1/clusterroles/view`.', {
        pattern: ['^/apis?/.+/.+', 'the path of an object, such as /api/v1/nodes/node-1'],
      }),
    ),
    objects: list('Objects that exist at the start.', anyObject('An object of the API.')),
    requests: SCRIPT,
    page: PAGE,
    note: text('Markdown that is shown beside the page.', { longest: 5000 }),
    clock: record('The clock of the cluster.', {}, { ahead: DURATION, held: yesOrNo('The clock is paused.') }),
    webhooks: list(
      'Admission webhooks that the tab simulates. Their code is shown before the scenario is opened and, if the person agrees, runs in a sandbox.',
      record(
        'A webhook.',
        {
          id: text('Its name.', { longest: 100 }),
          url: text('Its URL, as in a webhook configuration: `https://NAME.NAMESPACE.svc/`.', {
            pattern: ['^https://', 'an address that begins with https://'],
          }),
          code: text('TypeScript or JavaScript whose default export takes the review and returns the response.', {
            longest: 262_144,
          }),
        },
        {
          title: text('Display name.', { longest: 200 }),
          latencyMs: integer('Added to every answer, in milliseconds.', 0, 60_000),
          failurePercent: integer('Percentage of calls that get no answer.', 0, 100),
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
