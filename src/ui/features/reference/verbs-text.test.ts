import { expect, test } from 'vitest'
import { verbsOf } from './verbs-text'

test.each([
  ['create,delete,deletecollection,get,list,patch,update,watch', 'all eight'],
  ['create,delete,get,list,patch,update,watch', 'all but deletecollection'],
  ['get,list', 'get, list'],
  ['create,delete,deletecollection,get,list,patch,update,watch,odd', expect.stringContaining('odd')],
])('%s are served: %s', (verbs, text) => {
  expect(verbsOf(verbs.split(','))).toEqual(text)
})
