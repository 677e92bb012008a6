import PackagePlugin

@main
struct WaybillKeys: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let output = context.pluginWorkDirectoryURL.appending(path: "WaybillKeys.swift")
        return [
            .buildCommand(
                displayName: "Generating keys for \(target.name)",
                executable: try context.tool(named: "WaybillKeysTool").url,
                arguments: [output.path()],
                outputFiles: [output])
        ]
    }
}
