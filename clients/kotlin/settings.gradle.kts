rootProject.name = "tanada-client"

dependencyResolutionManagement {
  repositories {
    mavenCentral()
  }
}
