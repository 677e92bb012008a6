// Starts `waybill lsp` for manifests. They have a language id of their own, so the extension for YAML does not check them, too.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  const command = workspace.getConfiguration("waybill").get("path");
  client = new LanguageClient("waybill", "Waybill", { command, args: ["lsp"] }, {
    documentSelector: [{ scheme: "file", language: "waybill-routes" }],
  });
  return client.start();
};

exports.deactivate = () => client?.stop();
