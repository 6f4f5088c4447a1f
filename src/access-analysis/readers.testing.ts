import { binding, clusterRole, role, rule } from '../testing/rbac'

/** Two roles that read, given to a person, a robot and a group: everywhere, and in namespace `a`. */
export const readers = [
  role('a', 'reader', rule('get,list configmaps'), rule('get secrets core mine')),
  clusterRole('pods', rule('get,list,watch pods')),
  binding('a', 'reader', 'R:reader', 'alice', '/robot'),
  binding('', 'pods', 'C:pods', '@devs'),
  binding('a', 'pods', 'C:pods', 'alice'),
]
