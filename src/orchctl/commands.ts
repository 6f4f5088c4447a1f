import type { Command } from './core/command'
import { API_RESOURCES } from './verbs/api-resources'
import { APPLY } from './verbs/apply'
import { AUTH } from './verbs/auth/auth'
import { CERTIFICATE } from './verbs/certificate'
import { CLUSTER_INFO } from './verbs/cluster-info'
import { COMPLETION, OPTIONS } from './verbs/completion'
import { CONFIG } from './verbs/config/config'
import { CREATE } from './verbs/create/create'
import { DELETE } from './verbs/delete'
import { DESCRIBE } from './verbs/describe'
import { DIFF } from './verbs/diff'
import { EDIT } from './verbs/edit'
import { EVENTS } from './verbs/events'
import { EXPLAIN } from './verbs/explain'
import { EXPOSE } from './verbs/expose'
import { GET } from './verbs/get'
import { KUSTOMIZE } from './verbs/kustomize'
import { ANNOTATE, LABEL } from './verbs/label'
import { CORDON, UNCORDON } from './verbs/nodes/cordon'
import { DRAIN } from './verbs/nodes/drain'
import { TAINT } from './verbs/nodes/taint'
import { PATCH } from './verbs/patch'
import { LOGS } from './verbs/logs'
import { ATTACH, EXEC, PLUGIN, PROXY } from './verbs/processes'
import { REPLACE } from './verbs/replace'
import { ROLLOUT } from './verbs/rollout/rollout'
import { RUN } from './verbs/run-pod'
import { AUTOSCALE, SCALE } from './verbs/scale'
import { SET } from './verbs/set/set'
import { TOP } from './verbs/top'
import { API_VERSIONS, VERSION } from './verbs/version'
import { WAIT } from './verbs/wait'
import { DEBUG } from './verbs/debug'
import { CP } from './verbs/copy-files'
import { PORT_FORWARD } from './verbs/port-forward'

/** All commands, in the order of the program's help. */
export const COMMANDS: readonly Command[] = [
  CREATE,
  EXPOSE,
  RUN,
  SET,
  EXPLAIN,
  GET,
  EDIT,
  DELETE,
  ROLLOUT,
  SCALE,
  AUTOSCALE,
  CERTIFICATE,
  CLUSTER_INFO,
  TOP,
  CORDON,
  UNCORDON,
  DRAIN,
  TAINT,
  DESCRIBE,
  LOGS,
  ATTACH,
  EXEC,
  PORT_FORWARD,
  PROXY,
  CP,
  AUTH,
  DEBUG,
  EVENTS,
  DIFF,
  APPLY,
  PATCH,
  REPLACE,
  WAIT,
  KUSTOMIZE,
  LABEL,
  ANNOTATE,
  COMPLETION,
  API_RESOURCES,
  API_VERSIONS,
  CONFIG,
  PLUGIN,
  OPTIONS,
  VERSION,
]
