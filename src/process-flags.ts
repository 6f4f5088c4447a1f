import type { LogOptions } from './audit/log-backend'
import { type FlagDefinition, flag } from './machinery/flag-definition'
import type { Flags } from './parse-flags'
import { splitFlags, type SplitFlags } from './split-flags'

const whole = (value: string): string | undefined => (/^-/.test(value) ? 'must not be negative' : undefined)
const positive = (value: string): string | undefined => (Number(value) > 0 ? undefined : 'must be greater than 0')
const count = <Name extends string>(name: Name, help: string, more: Partial<FlagDefinition> = {}) =>
  flag(name, 'integer', help, { default: '0', fault: whole, ...more })

/** Where audit events are written besides memory: under the names that real servers use. */
const AUDIT_LOG_FLAGS = [
  flag('audit-log-path', 'string', 'File that audit events are written to, one a line; - for standard output.'),
  flag('audit-log-format', 'string', 'Form of a line.', { default: 'json', oneOf: ['json', 'legacy'] }),
  flag('audit-log-version', 'string', 'Version of the events that are written.', {
    default: 'audit.orch.io/v1',
    oneOf: ['audit.orch.io/v1'],
  }),
  count('audit-log-maxsize', 'Megabytes of the file before a new one is begun; 100 when 0.'),
  count('audit-log-maxage', 'Days that old files are kept; 0 for ever.'),
  count('audit-log-maxbackup', 'Most old files that are kept; 0 for all.'),
  flag('audit-log-compress', 'boolean', 'Packs old files with gzip.', { default: 'false' }),
  flag('audit-log-mode', 'string', 'Whether requests wait for their events, fail without them, or go on.', {
    default: 'blocking',
    oneOf: ['batch', 'blocking', 'blocking-strict'],
  }),
  count('audit-log-batch-buffer-size', 'Most events that wait in batch mode.', { default: '10000', fault: positive }),
  count('audit-log-batch-max-size', 'Most events of a batch.', { default: '1', fault: positive }),
  flag('audit-log-batch-max-wait', 'duration', 'Longest wait of an event for a batch to fill; 0s for ever.', {
    default: '0s',
  }),
  flag('audit-log-batch-throttle-enable', 'boolean', 'Limits batches a second.', { default: 'false' }),
  flag('audit-log-batch-throttle-qps', 'string', 'Batches a second.', {
    default: '10',
    fault: (value) => (Number(value) > 0 ? undefined : 'must be a number greater than 0'),
  }),
  count('audit-log-batch-throttle-burst', 'Batches at once when there were few before.', {
    default: '15',
    fault: positive,
  }),
  flag('audit-log-truncate-enabled', 'boolean', 'Cuts events and batches that are too large.', { default: 'false' }),
  count('audit-log-truncate-max-event-size', 'Most bytes of an event: its bodies go first, then all of it.', {
    default: '102400',
    fault: positive,
  }),
  count('audit-log-truncate-max-batch-size', 'Most bytes of a batch, which is parted.', {
    default: '10485760',
    fault: positive,
  }),
]

const urlFault = (value: string): string | undefined =>
  value.split(',').every((one) => /^https?:\/\/[^/]+\/?$/.test(one.trim()) && URL.canParse(one.trim()))
    ? undefined
    : 'must be URLs such as http://127.0.0.1:2379'

/** How to reach etcd: under the names that real servers use. */
const ETCD_FLAGS = [
  flag(
    'etcd-servers',
    'list',
    'Keeps everything in etcd at these URLs instead: several servers over it are one cluster.',
    {
      fault: urlFault,
    },
  ),
  flag('etcd-prefix', 'string', 'What the keys in etcd begin with.', {
    default: '/registry',
    fault: (value) => (/^\/[\x21-\x7e]*[^/]\/?$/.test(value) ? undefined : 'must be a path such as /registry'),
  }),
  flag('etcd-cafile', 'string', 'CA certificates that etcd is verified with.'),
  flag('etcd-certfile', 'string', 'Certificate that this server shows to etcd.'),
  flag('etcd-keyfile', 'string', 'Key of that certificate.'),
]

/** Flags that exist only for a server process, not in a tab. */
export const PROCESS_FLAGS = [
  flag('data-dir', 'string', 'Folder that keeps everything; made when there is none.', {
    default: './orchard-data',
    fault: (value) => (value === '' ? 'must name a folder' : undefined),
  }),
  flag('durability', 'string', 'What an answer to a write waits for: the disk, or the operating system alone.', {
    default: 'strict',
    oneOf: ['relaxed', 'strict'],
  }),
  flag('in-memory', 'boolean', 'Keeps everything in memory instead: nothing is left when the server stops.', {
    default: 'false',
  }),
  ...ETCD_FLAGS,
  flag('port', 'integer', 'Port to listen on; 0 for any.', {
    default: '8080',
    fault: (value) => (/^\d{1,5}$/.test(value) && Number(value) <= 65_535 ? undefined : 'must be 0 to 65535'),
  }),
  flag('bind-address', 'string', 'Address to listen on.', { default: '127.0.0.1' }),
  ...AUDIT_LOG_FLAGS,
]

/** The name of a process flag. */
type ProcessFlagName = (typeof PROCESS_FLAGS)[number]['name']

/** The process flags, as given. */
export type ProcessFlags = Flags<ProcessFlagName>

export type CommandLine = SplitFlags<ProcessFlagName>

/** Separates the process flags from the command line. Throws `FlagError`. */
export const splitCommandLine = (args: readonly string[]): CommandLine => splitFlags(args, PROCESS_FLAGS)

const BYTES_OF_MB = 1024 * 1024
const DEFAULT_MAX_MB = 100

/** The rotation settings of the audit log. */
export const rotationOf = (flags: ProcessFlags) => ({
  maxBytes: (flags.integer('audit-log-maxsize') || DEFAULT_MAX_MB) * BYTES_OF_MB,
  maxBackups: flags.integer('audit-log-maxbackup'),
  maxAgeDays: flags.integer('audit-log-maxage'),
  compress: flags.boolean('audit-log-compress'),
})

/** The format and batching of the audit log. */
export const logOptionsOf = (flags: ProcessFlags): LogOptions => ({
  format: flags.get('audit-log-format') as LogOptions['format'],
  mode: flags.get('audit-log-mode') as LogOptions['mode'],
  batch: {
    bufferSize: flags.integer('audit-log-batch-buffer-size'),
    maxSize: flags.integer('audit-log-batch-max-size'),
    maxWaitMs: flags.durationMs('audit-log-batch-max-wait'),
    ...(flags.boolean('audit-log-batch-throttle-enable') && {
      throttle: {
        qps: Number(flags.get('audit-log-batch-throttle-qps')),
        burst: flags.integer('audit-log-batch-throttle-burst'),
      },
    }),
  },
  ...(flags.boolean('audit-log-truncate-enabled') && {
    truncate: {
      event: flags.integer('audit-log-truncate-max-event-size'),
      batch: flags.integer('audit-log-truncate-max-batch-size'),
    },
  }),
})
