import type { Flag } from '../core/flags'
import { FILE_FLAGS } from '../resources/manifest-files'

const bool = (name: string, help: string, value: 'true' | 'false' = 'false', short?: string): Flag => ({
  name,
  type: 'bool',
  default: value,
  help,
  ...(short && { short }),
})
const text = (name: string, help: string, value = '', short?: string): Flag => ({
  name,
  type: 'string',
  default: value,
  help,
  ...(short && { short }),
})

const CONTAINER = text('container', 'Container that is meant', '', 'c')
const QUIET = bool('quiet', 'Say less', 'false', 'q')
const STDIN = bool('stdin', 'Hand on standard input', 'false', 'i')
const TTY = bool('tty', 'Use a terminal', 'false', 't')

/** How long a command waits for a pod to run. */
export const runningTimeout = (time: string): Flag => ({
  name: 'pod-running-timeout',
  type: 'duration',
  default: time,
  help: 'How long to wait for a pod to run',
})

/** Flags of commands that attach to a process. */
export const TERMINAL_FLAGS: readonly Flag[] = [CONTAINER, QUIET, STDIN, TTY]

/** Flags of `cp`. */
export const COPY_FLAGS: readonly Flag[] = [
  CONTAINER,
  bool('no-preserve', 'Leave out owners and modes'),
  { name: 'retries', type: 'int', default: '0', help: 'How often to try again; a negative number has no end' },
]

/** Flags of `debug`. */
export const DEBUG_FLAGS: readonly Flag[] = [
  ...TERMINAL_FLAGS.filter((flag) => flag !== CONTAINER),
  ...FILE_FLAGS.filter(({ name }) => name === 'filename'),
  text('container', 'Name of the new container', '', 'c'),
  bool('arguments-only', 'What follows -- are arguments of the image’s own command'),
  bool('attach', 'Attach to the new container'),
  text('copy-to', 'Make a copy of the pod with this name'),
  text('custom', 'File with fields of the new container'),
  { name: 'env', type: 'strings', help: 'Variable of the new container, as KEY=VALUE' },
  text('image', 'Image of the new container'),
  text('image-pull-policy', 'When the image is pulled'),
  bool('keep-annotations', 'The copy keeps annotations'),
  bool('keep-init-containers', 'The copy keeps init containers', 'true'),
  bool('keep-labels', 'The copy keeps labels'),
  bool('keep-liveness', 'The copy keeps liveness probes'),
  bool('keep-readiness', 'The copy keeps readiness probes'),
  bool('keep-startup', 'The copy keeps startup probes'),
  text('profile', 'What the new container may do', 'legacy'),
  bool('replace', 'Delete the pod that is copied'),
  bool('same-node', 'Run the copy on the same node'),
  { name: 'set-image', type: 'list', help: 'Images of the copy, as CONTAINER=IMAGE' },
  bool('share-processes', 'Containers of the copy see processes of one another', 'true'),
  text('target', 'Container whose processes are seen'),
]

/** Flags of `proxy`. */
export const PROXY_FLAGS: readonly Flag[] = [
  text('accept-hosts', 'Hosts that may ask, as a regular expression', '^localhost$,^127\\.0\\.0\\.1$,^\\[::1\\]$'),
  text('accept-paths', 'Paths that may be asked for, as a regular expression', '^.*'),
  text('address', 'Address to listen at', '127.0.0.1'),
  text('api-prefix', 'Path below which the API is', '/'),
  bool('append-server-path', 'Put the path of the server before that of requests'),
  bool('disable-filter', 'Let everything through. This is dangerous'),
  { name: 'keepalive', type: 'duration', default: '0s', help: 'How often connections are kept awake; 0 never' },
  { name: 'port', short: 'p', type: 'int', default: '8001', help: 'Port to listen at; 0 takes a free one' },
  text('reject-methods', 'Methods that are refused, as a regular expression', '^$'),
  text(
    'reject-paths',
    'Paths that are refused, as a regular expression',
    '^/api/.*/pods/.*/exec,^/api/.*/pods/.*/attach',
  ),
  text('unix-socket', 'Socket to listen at', '', 'u'),
  text('www', 'Directory with files to serve', '', 'w'),
  text('www-prefix', 'Path below which files are served', '/static/', 'P'),
]
