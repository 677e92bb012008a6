import WaybillManifest
import WaybillSyntax

/// The effect of an interceptor.
struct InterceptorAction: Hashable {
    enum Action: Hashable {
        case use(String)
        case rewrite
        case reject(Interceptor.Rejection)
    }

    var action: Action
    var with: String?
    var timeout: Duration?

    init(_ interceptor: Interceptor) {
        switch interceptor.action {
        case .use(let name):
            action = .use(name.value)
            with = interceptor.with?.canonicalText
            timeout = interceptor.timeout?.value
        case .rewrite: action = .rewrite
        case .reject(let rejection): action = .reject(rejection)
        }
    }
}
