import Foundation
import WaybillKeyGeneration
import WaybillManifest

/// `WaybillKeysTool OUTPUT`: writes the generated file.
@main
enum Main {
    static func main() throws {
        try "".write(toFile: CommandLine.arguments[1], atomically: true, encoding: .utf8)
    }
}
