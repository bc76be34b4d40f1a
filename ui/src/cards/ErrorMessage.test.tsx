/** The program's errors in a window of another language. */

import { render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { type ErrorReport, toErrorReport } from '../bridge'
import { setLanguage, startText } from '../text'
import { ErrorMessage } from './ErrorMessage'

const damaged: ErrorReport = {
  code: 'INVALID_ACTION_INPUT',
  message: 'this is not Twee 3: a.twee:3: The id x stands twice among the nodes. Give one …',
  said: { what: 'duplicate_id', parts: { id: 'x', list: 'nodes' }, file: 'a.twee', line: 3 },
}

startText('en')

describe('an error message', () => {
  afterEach(() => setLanguage('en'))

  it('shows the program’s own text in English', () => {
    render(<ErrorMessage report={damaged} />)
    expect(screen.getByRole('alert').textContent).toBe(damaged.message)
  })

  it('names a field by its label in the window', () => {
    const report = { code: 'INVALID_ACTION_INPUT' as const, message: '/title: it is empty' }
    render(<ErrorMessage report={{ ...report, path: '/title' }} />)
    expect(screen.getByRole('alert').textContent).toBe('Title: it is empty')
  })

  it('says that text is kept when the program does not answer, without the browser’s message', () => {
    const { rerender } = render(
      <ErrorMessage report={toErrorReport(new TypeError('Failed to fetch'))} />,
    )
    const words = () => screen.getByRole('alert').textContent
    expect(words()).toBe('Offline. Your words are kept here and will be saved.')
    rerender(<ErrorMessage report={{ code: 'OTHER_START', message: 'this window is not known' }} />)
    expect(words()).toContain('Storyteller was started again.')
  })

  it('shows the translated text in Chinese, with its position', async () => {
    setLanguage('zh')
    render(<ErrorMessage report={damaged} />)
    const alert = screen.getByRole('alert').textContent
    expect(alert).toContain('a.twee 第 3 行：编号 x 在 nodes 中出现两次。')
    expect(alert).not.toContain('this is not')
  })

  it('names the field in Chinese if it is not shown next to it, and the position in a source', async () => {
    setLanguage('zh')
    const code = 'INVALID_ACTION_INPUT' as const
    const message = '/title: it is empty'
    const said = { what: 'field_empty', parts: {} }
    const { rerender } = render(<ErrorMessage report={{ code, message, path: '/title', said }} />)
    const words = () => screen.getByRole('alert').textContent
    expect(words()).toBe('输入有误“标题”不能为空。')
    const misread = { what: 'source_compares', parts: {}, at: 6 }
    rerender(<ErrorMessage report={{ code, message, path: '/effect', said: misread }} />)
    expect(words()).toBe('输入有误第 6 个字符：“==”用来比较。赋值请写“=”。')
  })

  it('names a capability by its label', async () => {
    setLanguage('zh')
    const said = { what: 'version_none', parts: { number: 9, capability: 'kv' } }
    render(<ErrorMessage report={{ code: 'NOT_FOUND', message: 'kv has no version 9', said }} />)
    expect(screen.getByRole('alert').textContent).toBe('没有找到属性没有第 9 版。')
  })

  it('shows the error code with the program’s text if there is no translation', async () => {
    setLanguage('zh')
    const { said: _, ...report } = damaged
    render(<ErrorMessage report={report} />)
    const alert = screen.getByRole('alert').textContent
    expect(alert).toContain(report.message)
    expect(alert).toContain('输入有误')
  })
})
