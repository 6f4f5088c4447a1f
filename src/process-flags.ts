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
  flag('audit-log-path', 'string', 'File for audit events, one per line; - for standard output.'),
  flag('audit-log-format', 'string', 'Format of a line.', { default: 'json', oneOf: ['json', 'legacy'] }),
  flag('audit-log-version', 'string', 'Version of the events that are written.', {
    default: 'audit.orch.io/v1',
    oneOf: ['audit.orch.io/v1'],
  }),
  count('audit-log-maxsize', 'Maximum megabytes of the file before it is rotated; 0 means 100.'),
  count('audit-log-maxage', 'Days to keep rotated files; 0 means forever.'),
  count('audit-log-maxbackup', 'Maximum rotated files to keep; 0 means all.'),
  flag('audit-log-compress', 'boolean', 'Compresses rotated files with gzip.', { default: 'false' }),
  flag(
    'audit-log-mode',
    'string',
    'Whether requests wait until their events are written (blocking), also fail if that fails (blocking-strict), or do not wait (batch).',
    {
      default: 'blocking',
      oneOf: ['batch', 'blocking', 'blocking-strict'],
    },
  ),
  count('audit-log-batch-buffer-size', 'Maximum buffered events in batch mode.', { default: '10000', fault: positive }),
  count('audit-log-batch-max-size', 'Maximum events per batch.', { default: '1', fault: positive }),
  flag('audit-log-batch-max-wait', 'duration', 'Maximum time that an event waits for a full batch; 0s means forever.', {
    default: '0s',
  }),
  flag('audit-log-batch-throttle-enable', 'boolean', 'Limits the number of batches per second.', { default: 'false' }),
  flag('audit-log-batch-throttle-qps', 'string', 'Maximum batches per second.', {
    default: '10',
    fault: (value) => (Number(value) > 0 ? undefined : 'must be a number greater than 0'),
  }),
  count('audit-log-batch-throttle-burst', 'Maximum burst of batches after a quiet time.', {
    default: '15',
    fault: positive,
  }),
  flag('audit-log-truncate-enabled', 'boolean', 'Truncates events and splits batches that are too large.', {
    default: 'false',
  }),
  count(
    'audit-log-truncate-max-event-size',
    'Maximum bytes of an event. A larger one loses its bodies; if still too large, it is dropped.',
    {
      default: '102400',
      fault: positive,
    },
  ),
  count('audit-log-truncate-max-batch-size', 'Maximum bytes of a batch; a larger one is split.', {
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
    'Stores everything in etcd at these URLs. Several servers over the same etcd form one cluster.',
    {
      fault: urlFault,
    },
  ),
  flag('etcd-prefix', 'string', 'Prefix of all keys in etcd.', {
    default: '/registry',
    fault: (value) => (/^\/[\x21-\x7e]*[^/]\/?$/.test(value) ? undefined : 'must be a path such as /registry'),
  }),
  flag('etcd-cafile', 'string', 'CA certificates to verify etcd.'),
  flag('etcd-certfile', 'string', 'Client certificate for etcd.'),
  flag('etcd-keyfile', 'string', 'Private key of the client certificate for etcd.'),
]

/** Flags that exist only for a server process, not in a tab. */
export const PROCESS_FLAGS = [
  flag('data-dir', 'string', 'Folder that stores everything; created if missing.', {
    default: './orchard-data',
    fault: (value) => (value === '' ? 'must name a folder' : undefined),
  }),
  flag(
    'durability',
    'string',
    'When a write is answered: once it is on the disk (strict), or once the operating system has it (relaxed).',
    {
      default: 'strict',
      oneOf: ['relaxed', 'strict'],
    },
  ),
  flag('in-memory', 'boolean', 'Stores everything in memory: it is lost when the server stops.', {
    default: 'false',
  }),
  ...ETCD_FLAGS,
  flag('port', 'integer', 'Port to listen on; 0 for any free port.', {
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

/** The flags of the process, and those of the control plane. */
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
