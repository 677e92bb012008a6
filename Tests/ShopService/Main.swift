import ArgumentParser
import Foundation
import Waybill
import WaybillServiceCommand

/// A service that embeds the subcommands, for the tests of those. It serves nothing.
@main
enum Main {
    static func main() {
        if ProcessInfo.processInfo.environment["SHOP_OWN_MAIN"] == nil { WaybillCommands<Shop>.runIfAsked() }
        ShopCommand.main()
    }
}

/// An app that parses its arguments in its own way.
struct ShopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "shop", subcommands: [WaybillCommands<Shop>.self])

    @Option var port = 8080

    func run() { print("serving on \(port)") }
}

enum Shop: RegistryProvider {
    static func registry() throws -> Registry {
        if ProcessInfo.processInfo.environment["SHOP_BROKEN"] != nil { throw NoDatabase() }
        var registry = Registry()
        registry.register("cart") { (context: MakeContext<CartOptions>) in Cart(context.configuration.size) }
            .provides { $0 as any CartInput }
        registry.handler("show") { _ in fatalError("handlers do not run") }
        registry.interceptor("gate") { _, _ in fatalError("interceptors do not run") }
        return registry
    }
}

struct NoDatabase: Error, CustomStringConvertible {
    var description: String { "SHOP_DATABASE is not set" }
}

protocol CartInput: Sendable {}

struct CartOptions: Decodable, Sendable {
    var size: Int
}

/// Never called: the process would end.
struct Cart: CartInput {
    init(_ size: Int) { fatalError("modules are not made") }
}
