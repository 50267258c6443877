// The declarations of Apple's SwiftUI that TanadaSwiftUI uses, with their signatures and isolation as of
// the SDK of iOS 18: enough to check types, and nothing that runs.

@_exported import Foundation
@_exported import FoundationNetworking

// Views and their builder

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}
extension Never: View {
  public var body: Never { fatalError() }
}
/// A view without a body.
public protocol Leaf: View where Body == Never {}
extension Leaf {
  public var body: Never { fatalError() }
}
extension Optional: View where Wrapped: View {
  public var body: Never { fatalError() }
}
public struct EmptyView: Leaf {
  public nonisolated init() {}
}
public struct AnyView: Leaf {
  public init<V: View>(_ view: V) {}
}
public struct TupleView<T>: Leaf {}
public struct _ConditionalContent<TrueContent: View, FalseContent: View>: Leaf {}
public struct Modified<Content: View>: Leaf {}

@resultBuilder public struct ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> { fatalError() }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  public static func buildEither<A: View, B: View>(first: A) -> _ConditionalContent<A, B> {
    fatalError()
  }
  public static func buildEither<A: View, B: View>(second: B) -> _ConditionalContent<A, B> {
    fatalError()
  }
}

// Geometry

public struct HorizontalAlignment: Sendable {
  public static let leading = Self()
}
public struct Alignment: Sendable {
  public static let leading = Self()
  public static let center = Self()
  public static let trailing = Self()
  public static let topLeading = Self()
  public static let bottomLeading = Self()
}
public struct Edge: Sendable {
  public struct Set: OptionSet, Sendable {
    public let rawValue: Int8
    public init(rawValue: Int8) { self.rawValue = rawValue }
    public static let top = Self(rawValue: 1)
  }
}
public struct EdgeInsets: Sendable {
  public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) {}
}
public struct Angle: Sendable {
  public static func radians(_ radians: Double) -> Angle { Angle() }
}
public enum LayoutDirection: Sendable { case leftToRight, rightToLeft }

// Containers

public struct ScrollView<Content: View>: Leaf {
  public init(@ViewBuilder content: () -> Content) {}
}
public struct LazyVStack<Content: View>: Leaf {
  public init(
    alignment: HorizontalAlignment, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
  ) {}
}
public struct VStack<Content: View>: Leaf {
  public init(
    alignment: HorizontalAlignment, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
  ) {}
}
public struct HStack<Content: View>: Leaf {
  public init(spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {}
}
public struct ZStack<Content: View>: Leaf {
  public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {}
}
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: Leaf {
  public init(
    _ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content
  ) where Data.Element: Identifiable, ID == Data.Element.ID {}
  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {}
}

// Controls and contents

public struct Text: Leaf {
  public init<S: StringProtocol>(_ content: S) {}
}
public enum TextAlignment: Sendable { case leading, center, trailing }
public struct Font: Hashable, Sendable {
  public struct Weight: Hashable, Sendable {
    public static let regular = Self()
    public static let medium = Self()
    public static let semibold = Self()
    public static let bold = Self()
  }
  public enum Design: Sendable { case `default` }
  public static func system(size: CGFloat, weight: Weight? = nil, design: Design? = nil) -> Font {
    Font()
  }
  public static func custom(_ name: String, fixedSize: CGFloat) -> Font { Font() }
  public func weight(_ weight: Weight) -> Font { self }
}
public struct Image: Leaf, Sendable {
  public func resizable() -> Image { self }
}
public struct AsyncImage<Content: View>: Leaf {
  public init<I: View, P: View>(
    url: URL?, scale: CGFloat = 1, @ViewBuilder content: @escaping (Image) -> I,
    @ViewBuilder placeholder: @escaping () -> P
  ) where Content == _ConditionalContent<I, P> {}
}
public struct Button<Label: View>: Leaf {
  public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
}
@MainActor @preconcurrency public protocol PrimitiveButtonStyle {}
public struct PlainButtonStyle: PrimitiveButtonStyle {}
extension PrimitiveButtonStyle where Self == PlainButtonStyle {
  public static var plain: PlainButtonStyle { fatalError() }
}
public protocol ShapeStyle: Sendable {}
public struct Color: Leaf, ShapeStyle, Hashable, Sendable {
  public enum RGBColorSpace: Sendable { case sRGB }
  public init(
    _ colorSpace: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double,
    opacity: Double = 1
  ) {}
  public static let clear = Color(red: 0, green: 0, blue: 0)
}

// Shapes

public struct Path: Equatable, Sendable {
  public init() {}
  public init(_ rect: CGRect) {}
  public mutating func move(to end: CGPoint) {}
  public mutating func addLine(to end: CGPoint) {}
  public mutating func closeSubpath() {}
}
public protocol Shape: Sendable, View {
  nonisolated func path(in rect: CGRect) -> Path
}
extension Shape where Body == Never {
  public var body: Never { fatalError() }
}
extension Shape {
  public func fill<S: ShapeStyle>(_ content: S) -> some View { EmptyView() }
  public func stroke<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1) -> some View {
    EmptyView()
  }
}
public struct Rectangle: Shape {
  public typealias Body = Never
  public nonisolated init() {}
  public nonisolated func path(in rect: CGRect) -> Path { Path() }
}
public struct RoundedRectangle: Shape {
  public enum Style: Sendable { case circular, continuous }
  public typealias Body = Never
  public nonisolated init(cornerRadius: CGFloat, style: Style = .continuous) {}
  public nonisolated func path(in rect: CGRect) -> Path { Path() }
}

// Modifiers

extension View {
  public nonisolated func frame(
    width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
  ) -> some View { EmptyView() }
  public nonisolated func frame(
    minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil,
    minHeight: CGFloat? = nil, idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil,
    alignment: Alignment = .center
  ) -> some View { EmptyView() }
  public nonisolated func fixedSize(horizontal: Bool, vertical: Bool) -> some View { EmptyView() }
  public nonisolated func padding(_ edges: Edge.Set, _ length: CGFloat? = nil) -> some View {
    EmptyView()
  }
  public nonisolated func padding(_ insets: EdgeInsets) -> some View { EmptyView() }
  public nonisolated func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View { EmptyView() }
  public nonisolated func id<ID: Hashable>(_ id: ID) -> some View { EmptyView() }
  public nonisolated func disabled(_ disabled: Bool) -> some View { EmptyView() }
  public nonisolated func accessibilityAdjustableAction(
    _ handler: @escaping (AccessibilityAdjustmentDirection) -> Void
  ) -> some View { EmptyView() }
  public nonisolated func onChange<V: Equatable>(
    of value: V, perform action: @escaping (V) -> Void
  ) -> some View { EmptyView() }
  public nonisolated func zIndex(_ value: Double) -> some View { EmptyView() }
  public nonisolated func opacity(_ opacity: Double) -> some View { EmptyView() }
  public nonisolated func scaleEffect(_ s: CGFloat) -> some View { EmptyView() }
  public nonisolated func rotationEffect(_ angle: Angle) -> some View { EmptyView() }
  public nonisolated func compositingGroup() -> some View { EmptyView() }
  public nonisolated func shadow(
    color: Color, radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0
  ) -> some View { EmptyView() }
  public nonisolated func clipped() -> some View { EmptyView() }
  public nonisolated func clipShape<S: Shape>(_ shape: S) -> some View { EmptyView() }
  public nonisolated func scaledToFill() -> some View { EmptyView() }
  public nonisolated func background<Background: View>(_ background: Background) -> some View {
    EmptyView()
  }
  public func overlay<V: View>(
    alignment: Alignment = .center, @ViewBuilder content: () -> V
  ) -> some View { EmptyView() }
  public func mask<Mask: View>(
    alignment: Alignment = .center, @ViewBuilder _ mask: () -> Mask
  ) -> some View { EmptyView() }
  public nonisolated func font(_ font: Font?) -> some View { EmptyView() }
  public nonisolated func foregroundColor(_ color: Color?) -> some View { EmptyView() }
  public nonisolated func lineLimit(_ number: Int?) -> some View { EmptyView() }
  public nonisolated func lineSpacing(_ lineSpacing: CGFloat) -> some View { EmptyView() }
  public nonisolated func multilineTextAlignment(_ alignment: TextAlignment) -> some View {
    EmptyView()
  }
  public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View { EmptyView() }
  public nonisolated func onAppear(perform action: (() -> Void)? = nil) -> some View { EmptyView() }
  public nonisolated func onTapGesture(
    count: Int = 1, perform action: @escaping () -> Void
  ) -> some View { EmptyView() }
  public func task<T: Equatable>(
    id value: T, priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View { EmptyView() }
  public nonisolated func environment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V
  ) -> some View { EmptyView() }
  public nonisolated func simultaneousGesture<T: Gesture>(_ gesture: T) -> some View { EmptyView() }
  public nonisolated func accessibilityLabel(_ label: Text) -> some View { EmptyView() }
  public nonisolated func accessibilityElement(
    children: AccessibilityChildBehavior
  ) -> some View { EmptyView() }
  public nonisolated func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View {
    EmptyView()
  }
}
public struct AccessibilityChildBehavior: Hashable, Sendable {
  public static let combine = Self()
}
public struct AccessibilityTraits: Sendable {
  public static let isHeader = Self()
}

// State and environment

public struct GeometryProxy {
  public var size: CGSize { .zero }
}
public struct GeometryReader<Content: View>: Leaf {
  public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) {}
}
public enum DynamicTypeSize: Hashable, Comparable, CaseIterable, Sendable {
  case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge
  case accessibility1, accessibility2, accessibility3, accessibility4, accessibility5
}

@propertyWrapper public struct State<Value> {
  public init(wrappedValue value: Value) { wrappedValue = value }
  public init(initialValue value: Value) { wrappedValue = value }
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
}
extension State where Value: ExpressibleByNilLiteral {
  public init() { self.init(wrappedValue: nil) }
}
extension State: Sendable where Value: Sendable {}
@propertyWrapper public struct Environment<Value> {
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}
  public var wrappedValue: Value { fatalError() }
}
extension Environment: Sendable where Value: Sendable {}
public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Value { get }
}
public enum ColorScheme: Sendable { case light, dark }
public struct EnvironmentValues {
  public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
    get { fatalError() }
    set {}
  }
  public var colorScheme: ColorScheme {
    get { .light }
    set {}
  }
  public var dynamicTypeSize: DynamicTypeSize {
    get { .large }
    set {}
  }
  public var displayScale: CGFloat {
    get { 1 }
    set {}
  }
  public var layoutDirection: LayoutDirection {
    get { .leftToRight }
    set {}
  }
}

// Scenes

@MainActor @preconcurrency public protocol Scene {}
@resultBuilder public struct SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}
public struct WindowGroup<Content: View>: Scene {
  public init(@ViewBuilder content: () -> Content) {}
}
@MainActor @preconcurrency public protocol App {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
  init()
}
extension App {
  public static func main() {}
}

// Gestures and animations

@MainActor @preconcurrency public protocol Gesture<Value> {
  associatedtype Value
}
public struct DragGesture: Gesture {
  public struct Value: Equatable, Sendable {
    public var translation: CGSize { .zero }
    public var predictedEndTranslation: CGSize { .zero }
  }
  public nonisolated init(minimumDistance: CGFloat = 10) {}
}
public struct Transaction {}
@propertyWrapper public struct GestureState<Value> {
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public private(set) var wrappedValue: Value
  public var projectedValue: GestureState<Value> { self }
}
public struct GestureStateGesture<Base: Gesture, State>: Gesture {
  public typealias Value = Base.Value
}
extension Gesture {
  public func updating<State>(
    _ state: GestureState<State>,
    body: @escaping (Value, inout State, inout Transaction) -> Void
  ) -> GestureStateGesture<Self, State> { fatalError() }
}
public enum AccessibilityAdjustmentDirection: Sendable { case increment, decrement }
public struct EndedGesture<G: Gesture>: Gesture {
  public typealias Value = G.Value
}
extension Gesture where Value: Equatable {
  public func onChanged(
    _ action: @escaping @MainActor (Value) -> Void
  ) -> EndedGesture<Self> { fatalError() }
}
extension Gesture {
  public func onEnded(
    _ action: @escaping @MainActor (Value) -> Void
  ) -> EndedGesture<Self> { fatalError() }
}
public struct Animation: Sendable {
  public static let easeOut = Animation()
  public static func easeOut(duration: TimeInterval) -> Animation { Animation() }
  public static func linear(duration: TimeInterval) -> Animation { Animation() }
}
public func withAnimation<Result>(
  _ animation: Animation? = nil, _ body: () throws -> Result
) rethrows -> Result { try body() }
