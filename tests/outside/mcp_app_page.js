// The page of a client that shows MCP Apps, with the official bridge: one sandboxed frame for the page of a
// tool, under the security policy that the extension prescribes. Bundled by `mcp_app.js`.

import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge'

const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data:; media-src 'self' data:; connect-src 'none'; frame-src 'none'"

window.sizes = []

window.showApp = async ({ html, args, result, context }) => {
  document.querySelector('iframe')?.remove()
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.style = 'width: 100%; border: 0; height: 700px'
  document.body.append(frame)
  const bridge = new AppBridge(
    null,
    { name: 'outside', version: '1' },
    { serverTools: {} },
    { hostContext: context },
  )
  bridge.oncalltool = (params) => window.callTool(params)
  bridge.onsizechange = ({ height }) => window.sizes.push(height)
  const initialized = new Promise((resolve) => {
    bridge.oninitialized = resolve
  })
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow))
  const policy = `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`
  frame.srcdoc = html.replace('<head>', `<head>${policy}`)
  await initialized
  await bridge.sendToolInput({ arguments: args })
  await bridge.sendToolResult(result)
  return bridge.getAppVersion()
}
